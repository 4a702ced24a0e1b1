// Questions to a worker, each answered once.

import type { Said } from '../types';
import { Unable } from './unable';

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

/** A worker that answers calls by name. */
export class Asked {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private count = 0;

  constructor(
    private start: () => Worker,
    private report: (json: string) => void = () => {},
  ) {}

  ask<T>(name: string, args: unknown[]): Promise<T> {
    const worker = (this.worker ??= this.begin());
    const id = ++this.count;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args });
    });
  }

  /** Ends the worker; whoever waits for it is told. The next question starts another. */
  end() {
    this.worker?.terminate();
    this.worker = null;
    this.failAll('ended');
  }

  get busy(): boolean {
    return this.waiting.size > 0;
  }

  private begin(): Worker {
    const worker = this.start();
    worker.addEventListener('message', ({ data }) => {
      if (data.report) return this.report(data.report);
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Unable(data.error as Said));
    });
    worker.addEventListener('error', () => this.failAll('the worker could not be loaded'));
    return worker;
  }

  private failAll(why: string) {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(new Error(why));
  }
}
