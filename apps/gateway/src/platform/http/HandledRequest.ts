/** What is counted of each answer. */
export interface HandledRequest {
  readonly method: string
  /** The path of the route; `other` for everything that no route takes. */
  readonly route: string
  readonly status: number
  /** The envelope's code, where the answer has one. */
  readonly code: string | undefined
  readonly seconds: number
}
