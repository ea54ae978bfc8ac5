import { useDates, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { Panel } from '@x/ui/panel'
import type { StatementLine } from '../../data/statement/api.ts'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useStatementNames } from './kindNames.ts'
import styles from './statement.module.css'

/** The lines on a phone. */
export function StatementCards({
  label,
  rows,
  status,
  empty,
}: {
  readonly label: string
  readonly rows: readonly StatementLine[]
  readonly status: ListStatus
  readonly empty: { readonly text: string }
}) {
  const t = useAccountMessages()
  const names = useStatementNames()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const amount = (text: string) => numbers.number(text, { digits: 8, trim: true })
  const isEmpty = status.kind === 'ready' && rows.length === 0
  return (
    <Panel bare title={label} status={isEmpty ? { kind: 'empty', text: empty.text } : status}>
      <ul className={styles['cards']} aria-label={label}>
        {rows.map((line) => (
          <li key={line.lineId} className={styles['card']}>
            <span className={styles['pair']}>
              <span className={styles['name']}>{names.kind(line.kind)}</span>
              <NumberText full={line.amount} unit={line.asset}>
                {amount(line.amount)}
              </NumberText>
            </span>
            <span className={styles['pair']}>
              <bdi>{names.place(line)}</bdi>
              <span>
                {t('statement.balance')}{' '}
                <NumberText full={line.balance}>{amount(line.balance)}</NumberText>
              </span>
            </span>
            <NumberText tone="muted" full={dates.timestamp(line.at)}>
              {dates.timestamp(line.at, 'minute')}
            </NumberText>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
