/** What a verification code is for. */
export type CodePurpose = 'register' | 'login' | 'securityVerify' | 'resetPassword' | 'newAddress'

/** What happened to an account that is reported to its owner. */
export type SecurityMailKind =
  | 'passwordChanged'
  | 'emailChanged'
  | 'mobileChanged'
  | 'factorChanged'
  | 'identityChanged'
  | 'apiKeyChanged'
  | 'antiphishingChanged'
  | 'changeAsked'
  | 'newDevice'
  | 'accountClosed'

interface Addressed {
  /** An e-mail address, or `+<area code><number>`. */
  readonly to: string
  readonly channel: 'email' | 'mobile'
  /** Locale of the reader, such as `pt-PT`; absent: English. */
  readonly language?: string | undefined
}

export interface CodeMessage extends Addressed {
  readonly scene: CodePurpose
  readonly code: string
}

export interface SecurityMessage extends Addressed {
  readonly scene: SecurityMailKind
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  /** When a change that waits takes effect, in milliseconds since the epoch. */
  readonly effectiveAt?: number | undefined
  /** Whether withdrawals and P2P pause because of it. */
  readonly isHeld?: boolean | undefined
  /** The path of the page that stops or undoes it. */
  readonly path?: string | undefined
}

/** A notice that its reader wants by mail. */
export interface NoticeMessage extends Addressed {
  readonly scene: 'notice'
  /** Its text in the folder of mails, and what that names. */
  readonly text: string
  readonly values: Readonly<Record<string, string>>
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  /** The path of the page that says which notices come by mail. */
  readonly path: string
}

export type OutgoingMessage = CodeMessage | SecurityMessage | NoticeMessage

/** Takes a verification code to its reader. */
export interface CodeSender {
  send(message: CodeMessage): Promise<void>
}

/**
 * Takes a message to its reader: the queue of mail and text messages, or the development mailbox.
 */
export interface MessageSender {
  send(message: OutgoingMessage): Promise<void>
}
