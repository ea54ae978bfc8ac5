/** A message as its reader will see it. */
export interface Letter {
  /** The same for every try, so that a provider can drop repetitions. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Mail only. */
  readonly html: string
}

/** The provider of one channel. @throws DeliveryError */
export interface Transport {
  send(letter: Letter): Promise<void>
  close(): void
}

/** A provider did not take a message. Its words are left out: they may repeat the address. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** `true`: another try would be refused as well. */
  readonly isFinal: boolean
  /** The provider's code, such as `550` or `ECONNECTION`. */
  readonly reply: string

  constructor({ isFinal, reply }: { readonly isFinal: boolean; readonly reply: string }) {
    super(`A message was not taken: ${reply}`)
    this.isFinal = isFinal
    this.reply = reply
  }
}
