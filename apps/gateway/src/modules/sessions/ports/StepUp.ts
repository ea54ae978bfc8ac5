/** What a step-up can be for; a token of one opens none of the others. */
export const STEP_UP_ACTIONS = [
  'secondFactor',
  'passkey',
  'thirdParty',
  'subAccount',
  'qrLogin',
  'apiKey',
  'withdraw',
  'addressBook',
  'withdrawNoPassword',
  'redPacket',
  'p2pAdvert',
  'p2pPayment',
  'p2pRelease',
  'password',
  'antiphishing',
  'send',
  'address',
  'device',
  'closeAccount',
] as const
export type StepUpAction = (typeof STEP_UP_ACTIONS)[number]

/** A step-up that was begun and not proved yet. */
export interface PendingStepUp {
  readonly sessionId: string
  readonly action: StepUpAction
  /** What a passkey has to sign. */
  readonly challenge: string | null
}

export interface StepUp {
  /** Answers the serial number that the proof has to name. */
  begin(pending: PendingStepUp): Promise<string>
  /**
   * @throws GatewayError 40102 for a serial number that is unknown, expired or another session's.
   */
  read(serialNo: string, options: { sessionId: string }): Promise<PendingStepUp>
  /**
   * Ends the step-up `serialNo` and answers the token that allows its action once.
   * @throws GatewayError 40102 for the second of two.
   */
  prove(serialNo: string): Promise<string>
  /**
   * @throws GatewayError 00005 unless the token was issued to this session for this action and is
   * new.
   */
  spend(token: unknown, options: { sessionId: string; action: StepUpAction }): Promise<void>
}
