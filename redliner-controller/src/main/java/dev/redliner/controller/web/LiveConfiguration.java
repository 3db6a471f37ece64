package dev.redliner.controller.web;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The live pages. They require a {@link dev.redliner.controller.engine.Runs}, the safety lever and the API. */
@Configuration(proxyBeanMethods = false)
@Import(LivePages.class)
public class LiveConfiguration {}
