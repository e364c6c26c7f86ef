"""Where traces and metrics go: `AMY_TELEMETRY_*`. Nothing is set, nothing goes anywhere."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, SecretStr

from amy.runtime.settings import EnvironmentSettings


def _address(text: str) -> str:
    host, _, port = text.rpartition(":")
    if text and not (host and port.isdigit()):
        raise ValueError("host:port, or nothing")
    return text


class TelemetrySettings(EnvironmentSettings):
    service: ClassVar[str] = "telemetry"

    otlp_endpoint: str = ""
    """A collector that speaks OTLP over HTTP, "http://collector:4318". Empty: no traces, and no metrics are sent."""
    otlp_headers: SecretStr = SecretStr("")
    """What the collector asks for, "name=value,name=value"."""
    prometheus: Annotated[str, AfterValidator(_address)] = ""
    """Where metrics can be fetched, "host:port", path `/metrics`; port 0 for any free one, which the log then names."""
    sampled: Annotated[float, Field(ge=0, le=1)] = 1.0
    """The share of requests that are traced."""
    interval_s: Annotated[float, Field(gt=0)] = 15.0
    """Between two sendings of metrics."""

    @property
    def is_off(self) -> bool:
        return not (self.otlp_endpoint or self.prometheus)

    def headers(self) -> dict[str, str]:
        pairs = (pair.partition("=") for pair in self.otlp_headers.get_secret_value().split(",") if pair)
        return {name.strip(): value.strip() for name, _, value in pairs}
