package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageNamesTest {
    private final PageNames names =
            new PageNames(List.of("shop-sut", "shop-rest", "shop-sut-a.1", "shop-sut-a.1-b"), "shop");

    @Test
    void names_are_those_of_the_admin_pages() {
        assertThat(names.of("envoy_server_uptime", Map.of())).hasValue("server.uptime");
        assertThat(names.of("envoy_cluster_upstream_rq_total", Map.of("envoy_cluster_name", "shop-sut")))
                .hasValue("cluster.shop-sut.upstream_rq_total");
        assertThat(names.of(
                        "envoy_cluster_upstream_rq_xx",
                        Map.of("envoy_cluster_name", "shop-sut", "envoy_response_code_class", "5")))
                .hasValue("cluster.shop-sut.upstream_rq_5xx");
        assertThat(names.of(
                        "envoy_cluster_upstream_rq",
                        Map.of("envoy_cluster_name", "shop-sut", "envoy_response_code", "503")))
                .as("the number of a single code")
                .hasValue("cluster.shop-sut.upstream_rq");
        assertThat(names.of(
                        "envoy_cluster_outlier_detection_ejections_active", Map.of("envoy_cluster_name", "shop-sut")))
                .hasValue("cluster.shop-sut.outlier_detection.ejections_active");
        assertThat(names.of("envoy_cluster_upstream_rq_total", Map.of("envoy_cluster_name", "cart-sut")))
                .isEmpty();
    }

    @Test
    void a_host_with_a_dot_in_its_id_has_metrics_of_its_own() {
        assertThat(names.of("envoy_cluster_1_upstream_rq_total", Map.of("envoy_cluster_name", "shop-sut-a")))
                .hasValue("cluster.shop-sut-a.1.upstream_rq_total");
        assertThat(names.of("envoy_cluster_1_b_upstream_rq_total", Map.of("envoy_cluster_name", "shop-sut-a")))
                .hasValue("cluster.shop-sut-a.1-b.upstream_rq_total");
    }

    /** A service mesh replaces Envoy's tags by some of its own. */
    @Test
    void labels_of_a_service_mesh_are_known_too() {
        assertThat(names.of(
                        "envoy_cluster_upstream_rq", Map.of("cluster_name", "shop-sut", "response_code_class", "5xx")))
                .hasValue("cluster.shop-sut.upstream_rq_5xx");
        assertThat(names.of("envoy_http_shop_downstream_rq_time", Map.of())).hasValue("http.shop.downstream_rq_time");
        assertThat(names.of("envoy_http_downstream_rq_time", Map.of("envoy_http_conn_manager_prefix", "shop")))
                .hasValue("http.shop.downstream_rq_time");
        assertThat(names.of("envoy_http_downstream_rq_time", Map.of("envoy_http_conn_manager_prefix", "other")))
                .isEmpty();
    }

    @Test
    void a_page_without_the_classes_of_answers_does_not_mean_that_there_were_no_errors() {
        String cluster = "cluster.shop-sut.upstream_rq_";
        assertThatCode(() -> names.requireClasses(Map.of(cluster + "completed", 0.0)))
                .doesNotThrowAnyException();
        assertThatCode(() -> names.requireClasses(Map.of(cluster + "completed", 7.0, cluster + "2xx", 7.0)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> names.requireClasses(Map.of(cluster + "completed", 7.0)))
                .hasMessage("the page has answers of the cluster shop-sut, and no label response_code_class with their"
                        + " classes");
    }

    @Test
    void clusters_that_have_one_name_on_the_page_are_refused() {
        assertThatThrownBy(() -> new PageNames(List.of("shop-sut-a.1-b", "shop-sut-a.1_b"), "shop").requireDistinct())
                .hasMessage("the clusters shop-sut-a.1-b and shop-sut-a.1_b have the same name on the page");
        assertThatCode(names::requireDistinct).doesNotThrowAnyException();
    }
}
