/**
 * Metrics that the service of this node pushes with OTLP over HTTP or gRPC, as SDKs and agents of OpenTelemetry do. They are
 * read as a page of the service would be: {@link dev.redliner.collector.scrape.OtlpPage} has the names. One service with one
 * process is accepted, because totals of processes that come and go cannot be added.
 */
@NullMarked
package dev.redliner.collector.otlp;

import org.jspecify.annotations.NullMarked;
