package dev.redliner.controller.live;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The live pages. They require a {@link dev.redliner.controller.drive.Runs}, the safety lever and the API. */
@Configuration(proxyBeanMethods = false)
@Import(LivePages.class)
public class LiveConfiguration {}
