import { call } from '../services/call.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/** What the platform offers in the region that the visitor's address belongs to. */
export const fetchRegion = () =>
  call('GET /v1/mix/region', undefined, { ...PUBLIC_READ, silent: true })

/** What may be done with the codes of a referral link. */
export const fetchReferralRules = () =>
  call('GET /v1/mix/config/referral', undefined, { ...PUBLIC_READ, silent: true, retries: 2 })
