/** A subscriber: a web socket, or whatever else takes texts. */
export interface Subscriber {
  send(text: string): void
  /** Bytes handed over and not yet on the network. */
  backlog(): number
  /** Ends it: it could not keep up. */
  drop(): void
}
