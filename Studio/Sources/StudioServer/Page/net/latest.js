/**
 * Requests of which only the latest matters: one is in flight, one is queued, and a newer one replaces the queued one. While a person drags
 * the scrollbar, the server therefore computes two pages and not two hundred. `cancel` makes answers stale: each has the number of its
 * request.
 */
export class Latest {
  #perform;
  #running = false;
  #queued = null;
  #number = 0;
  #abort = null;

  /** `perform(request, signal)` returns the answer. */
  constructor(perform) {
    this.#perform = perform;
  }

  get isBusy() {
    return this.#running;
  }

  /** Calls `arrived(answer)` or `failed(error)`, or neither if another request or `cancel` made it stale. */
  send(request, arrived, failed) {
    const call = { request, arrived, failed, number: this.#number };
    if (this.#running) this.#queued = call;
    else this.#run(call);
  }

  /** Drops the queued request, and the answer of the running one. */
  cancel() {
    this.#number += 1;
    this.#queued = null;
    this.#abort?.abort();
  }

  async #run(call) {
    this.#running = true;
    this.#abort = new AbortController();
    let report = null;
    try {
      const answer = await this.#perform(call.request, this.#abort.signal);
      report = () => call.arrived(answer);
    } catch (error) {
      report = () => call.failed?.(error);
    }
    this.#running = false;
    if (call.number === this.#number) report();
    const next = this.#queued;
    this.#queued = null;
    if (next) {
      if (this.#running) this.#queued = next;
      else this.#run(next);
    }
  }
}
