export interface CodeMessage {
  /** An e-mail address, or `+<area code><number>`. */
  readonly to: string
  readonly channel: 'email' | 'mobile'
  /** What the code is for. */
  readonly scene: string
  readonly code: string
}

/**
 * Takes a verification code to its owner: a mail or message provider, or the development mailbox.
 */
export interface CodeSender {
  send(message: CodeMessage): Promise<void>
}
