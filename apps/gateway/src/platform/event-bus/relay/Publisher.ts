import type { Subscriber } from './Subscriber.ts'

/** Gives subscribers the messages of topics, each named by an `Address`. */
export interface Publisher<Address> {
  /**
   * Sends a snapshot, and from then on every change. Following again is answered with a fresh
   * snapshot. False: there is no such topic; a promise: it is not known here.
   */
  subscribe(subscriber: Subscriber, address: Address): boolean | Promise<boolean>
  unsubscribe(subscriber: Subscriber, address: Address): void
  forget(subscriber: Subscriber): void
  start(): void
  stop(): void
}
