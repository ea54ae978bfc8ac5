import { useDates } from '@x/locale/react'
import type { ReactElement } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { QuestionCheckbox } from './QuestionCheckbox.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './submissions.module.css'

const ARRIVED = { order: 'outcome.sameArrived', transfer: 'outcome.sameTransferArrived' } as const
const UNKNOWN = {
  order: 'outcome.sameUnknown',
  transfer: 'outcome.sameTransfer',
  topUp: 'outcome.sameTopUp',
} as const
const SECOND = {
  order: 'outcome.second',
  transfer: 'outcome.secondTransfer',
  topUp: 'outcome.secondTopUp',
} as const

/** Nothing lists top-ups: whether one has arrived is not known. */
type Outcome =
  | { readonly kind: 'order' | 'transfer'; readonly hasArrived: boolean }
  | { readonly kind: 'topUp'; readonly hasArrived: false }

export type DuplicateFacts = Outcome & {
  /** What is asked whether or not it was sent before. */
  readonly lead?: string
  /** When the first one was sent, in milliseconds. */
  readonly at: number
}

type DuplicateQuestionProps = DuplicateFacts & { readonly onSecond: (isSecond: boolean) => void }

export const duplicateQuestion = (
  props: DuplicateQuestionProps,
): ReactElement<DuplicateQuestionProps> => <DuplicateQuestion {...props} />

/** What became of the same before. One that is known to stand can only be followed by another. */
function DuplicateQuestion(props: DuplicateQuestionProps) {
  return (
    <PageTexts>
      <DuplicateText {...props} />
    </PageTexts>
  )
}

function DuplicateText({ lead, at, onSecond, ...outcome }: DuplicateQuestionProps) {
  const t = usePageMessages()
  const dates = useDates()
  return (
    <div className={styles['question']}>
      {lead === undefined ? null : <p className={styles['prose']}>{lead}</p>}
      <p className={styles['prose']}>
        {t(outcome.hasArrived ? ARRIVED[outcome.kind] : UNKNOWN[outcome.kind], {
          time: dates.timestamp(at),
        })}
      </p>
      {outcome.hasArrived ? null : (
        <QuestionCheckbox onTick={onSecond}>{t(SECOND[outcome.kind])}</QuestionCheckbox>
      )}
    </div>
  )
}
