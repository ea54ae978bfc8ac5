import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import {
  approvalText,
  type Approval,
  type SpendRequest,
  type WithdrawalRequest,
} from '../protocol.ts'

/** A person who approves withdrawals, for tests. */
export interface TestApprover {
  readonly name: string
  /** Raw Ed25519, base64, as a policy has it. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** Approvers with new keys, one a name. */
export const createApprovers = <const Names extends readonly string[]>(
  ...names: Names
): { readonly [Place in keyof Names]: TestApprover } =>
  names.map((name) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const spki = publicKey.export({ format: 'der', type: 'spki' })
    return { name, publicKey: spki.subarray(-32).toString('base64'), privateKey }
  }) as { readonly [Place in keyof Names]: TestApprover }

/** The signature of an approver over what decides where the coins of a request go. */
export const approvalOf = (
  { name, privateKey }: Pick<TestApprover, 'name' | 'privateKey'>,
  request: WithdrawalRequest | SpendRequest,
): Approval => ({
  approver: name,
  signature: sign(null, Buffer.from(approvalText(request)), privateKey).toString('base64'),
})
