/// <reference types="node" preserve="true" />

export { type OpenTelemetry, type OpenTelemetryOptions, openTelemetry } from './openTelemetry.js';
