export { type OpenTelemetry, type OpenTelemetryOptions, openTelemetry } from './openTelemetry.js';
