import type { MachineTable } from '@x/kit'

/** States of a captcha call. The last five are final. */
export type CaptchaStatus =
  | 'queued'
  | 'requesting'
  | 'loading'
  | 'opening'
  | 'open'
  | 'checking'
  | 'passed'
  | 'failed'
  | 'closed'
  | 'refused'
  | 'broken'

/** Events of a captcha call. */
export type CaptchaEvent =
  | 'start'
  | 'notNeeded'
  | 'refuse'
  | 'challenge'
  | 'loaded'
  | 'shown'
  | 'solve'
  | 'close'
  | 'verify'
  | 'reject'
  | 'break'

/** State table of one call, from the queue to its end (spec section 4). */
export const captchaTable: MachineTable<CaptchaStatus, CaptchaEvent> = {
  queued: { start: 'requesting', break: 'broken' },
  requesting: { notNeeded: 'passed', refuse: 'refused', challenge: 'loading', break: 'broken' },
  loading: { loaded: 'opening', break: 'broken' },
  opening: { shown: 'open', solve: 'checking', close: 'closed', break: 'broken' },
  open: { solve: 'checking', close: 'closed', break: 'broken' },
  checking: { verify: 'passed', reject: 'failed', break: 'broken' },
  passed: {},
  failed: {},
  closed: {},
  refused: {},
  broken: {},
}
