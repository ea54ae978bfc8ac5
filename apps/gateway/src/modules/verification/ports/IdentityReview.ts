import type { DocumentSide, DocumentType } from '@x/api'

/** What a person says about themselves. */
export interface IdentityForm {
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly documentType: DocumentType
  readonly documentNumber: string
}

/** A form that waits for an operator; `form` is absent where its key is another one. */
export interface WaitingIdentity {
  readonly userId: string
  readonly submittedAt: number
  readonly form: IdentityForm | undefined
  readonly files: readonly DocumentSide[]
}

/** The operators' queue of identity forms. */
export interface IdentityReview {
  waiting(): Promise<readonly WaitingIdentity[]>
  picture(of: {
    readonly userId: string
    readonly side: string
  }): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>
  /**
   * Answers what to note of it.
   * @throws RangeError for a form that does not wait, or a refusal without a reason
   */
  decide(decision: {
    readonly userId: string
    readonly isApproved: boolean
    readonly reason: string
    readonly operator: string
  }): Promise<string>
}
