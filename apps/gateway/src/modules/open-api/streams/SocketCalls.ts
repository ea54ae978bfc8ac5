import type { Realm } from '@x/api'
import type { StreamProduct } from './streamName.ts'

/** A request of the WebSocket API. */
export interface SocketCall {
  readonly product: StreamProduct
  readonly method: string
  readonly values: readonly (readonly [string, string])[]
  readonly address: string
  /** Of a connection that has logged on. */
  readonly logon?: string | undefined
}

/** Whose a signed request is. */
export interface ProvedCaller {
  readonly realm: Realm
  readonly userId: string
  readonly apiKey: string
  /** After `session.logon`: further requests of the connection need no signature with it. */
  readonly logon?: string
}

export interface SocketAnswer {
  /** The answer in JSON without its `id`: `"status":200,"result":…}`. */
  readonly text: string
  /** `session.logon` and subscriptions to user data; what follows from it the connection does. */
  readonly proved?: ProvedCaller | undefined
}

/** Runs the requests of the WebSocket API; a refusal is an answer too. */
export interface SocketCalls {
  run(call: SocketCall): Promise<SocketAnswer>
}

/** The rest of an answer, after its `id`. */
export const answerText = (answer: object): string => JSON.stringify(answer).slice(1)
