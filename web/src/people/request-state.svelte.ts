// Something that is asked of the server: whether it is under way, and what came of it.

import { errorText } from './api';

export class RequestState {
  busy = $state(false);
  failed = $state('');
  done = $state('');

  /** Forgets what came of it. */
  forget() {
    this.failed = this.done = '';
  }

  /** Does the work unless something is under way already; says what is told when it is done. */
  async run(work: () => Promise<string | void>) {
    if (this.busy) return;
    this.busy = true;
    this.forget();
    try {
      this.done = (await work()) ?? '';
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}
