import type { TimerHandle } from '@x/kit'

/** A text web socket, already aimed at its address. */
export interface MarketSocket {
  send(text: string): void
  close(): void
  /**
   * At most one listener; called in order of arrival. `closed` is called once, also when the socket
   * never opened.
   */
  listen(listener: { opened(): void; message(text: string): void; closed(): void }): void
}

/**
 * Tells that the device may have slept, or its network gone or come: a silent socket says nothing
 * of that for as long as it is trusted.
 */
export interface Wake {
  subscribe(listener: () => void): () => void
}

/**
 * Runs a task before the next frame is drawn; one commit a frame is what keeps a fast market cheap.
 */
export interface FrameScheduler {
  request(run: () => void): TimerHandle
}
