// Remote calls to a web worker: every request has an id and gets one reply.

import type { LocalizedSentence } from '../generated/wasm';
import { WorkerError } from './worker-error';
import type { Calls } from './worker-server';

type PendingCall = { resolve: (result: never) => void; reject: (error: Error) => void };

/** A worker that answers calls by name. It starts with the first call. */
export class WorkerClient<C extends Calls> {
  private worker: Worker | null = null;
  private pending = new Map<number, PendingCall>();
  private count = 0;

  constructor(
    private start: () => Worker,
    private onprogress: (json: string) => void = () => {},
  ) {}

  call<K extends keyof C>(name: K, ...args: Parameters<C[K]>): Promise<ReturnType<C[K]>> {
    const worker = (this.worker ??= this.begin());
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      worker.postMessage({ id, name, args });
    });
  }

  /** Ends the worker and rejects all pending calls. The next call starts another worker. */
  terminate() {
    this.worker?.terminate();
    this.worker = null;
    this.rejectAll('ended');
  }

  get busy(): boolean {
    return this.pending.size > 0;
  }

  private begin(): Worker {
    const worker = this.start();
    worker.addEventListener('message', ({ data }) => {
      if (data.progress) return this.onprogress(data.progress);
      const call = this.pending.get(data.id);
      this.pending.delete(data.id);
      if (data.error === undefined) call?.resolve(data.result as never);
      else call?.reject(new WorkerError(data.error as LocalizedSentence));
    });
    worker.addEventListener('error', () => this.rejectAll('the worker could not be loaded'));
    return worker;
  }

  private rejectAll(why: string) {
    const all = [...this.pending.values()];
    this.pending.clear();
    for (const call of all) call.reject(new Error(why));
  }
}
