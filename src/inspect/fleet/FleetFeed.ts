import { fleetViewLimits } from '../../defaults/inspectorDefaults.js';
import type { Content } from '../../options/runtimeTypes.js';
import { redact } from '../../secrets/redact.js';
import type { FleetView } from '../page/model/fleetView.js';
import type { Hub } from '../page/server/Hub.js';
import { describeFleet } from './describeFleet.js';
import type { InspectedFleet } from './inspectedFleet.js';

/** Reads a fleet again and again while a page is open, and keeps the result in the hub. */
export class FleetFeed {
  readonly #fleet: InspectedFleet;
  readonly #hub: Hub;
  readonly #settings: { content: Content; answers: boolean };
  readonly #stopWatching: () => void;
  #view: FleetView;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isClosed = false;

  constructor(fleet: InspectedFleet, hub: Hub, settings: { content: Content; answers: boolean }) {
    this.#fleet = fleet;
    this.#hub = hub;
    this.#settings = settings;
    this.#view = describeFleet({ conversations: [], approvals: [] }, settings);
    hub.showFleet(this.#view);
    this.#stopWatching = hub.watchViewers((viewers) => {
      if (viewers > 0) void this.refresh();
    });
  }

  /** Reads the fleet now. Never rejects: the page says what went wrong. */
  async refresh(): Promise<void> {
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    clearTimeout(this.#timer);
    this.#view = await this.#read();
    this.#isReading = false;
    if (this.#isClosed) return;
    this.#hub.showFleet(this.#view);
    if (this.#hub.viewers === 0) return;
    this.#timer = setTimeout(() => void this.refresh(), fleetViewLimits.readEveryMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
    clearTimeout(this.#timer);
  }

  async #read(): Promise<FleetView> {
    try {
      const [conversations, approvals] = await Promise.all([
        this.#fleet.conversations(),
        this.#fleet.approvals(),
      ]);
      return describeFleet({ conversations, approvals }, this.#settings);
    } catch (error) {
      const { message, code } = error as { message?: unknown; code?: unknown };
      const isShown = this.#settings.content === 'shown';
      const problem = isShown ? redact(String(message)) : String(code ?? 'unknown error');
      return { ...this.#view, problem };
    }
  }
}
