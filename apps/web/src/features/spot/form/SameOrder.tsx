import { useDates } from '@x/locale/react'
import { Checkbox } from '@x/ui/checkbox'
import { type ReactElement, useState } from 'react'
import { PageTexts } from '../../../app/PageTexts.tsx'
import { usePageMessages } from '../../../messages.ts'
import styles from './form.module.css'

export interface SameOrderProps {
  /** When the first one was sent, in milliseconds. */
  readonly at: number
  readonly hasArrived: boolean
  readonly onSecond: (isSecond: boolean) => void
}

export const sameOrder = (props: SameOrderProps): ReactElement<SameOrderProps> => <SameOrder {...props} />

/** What became of the same order before. One that is known to stand can only be followed by another. */
function SameOrder(props: SameOrderProps) {
  return <PageTexts><Face {...props} /></PageTexts>
}

function Face({ at, hasArrived, onSecond }: SameOrderProps) {
  const t = usePageMessages()
  const dates = useDates()
  const [isSecond, setSecond] = useState(false)
  const time = dates.timestamp(at)
  if (hasArrived) return <p className={styles['prose']}>{t('outcome.sameArrived', { time })}</p>
  return (
    <div className={styles['summary']}>
      <p className={styles['prose']}>{t('outcome.sameUnknown', { time })}</p>
      <Checkbox
        checked={isSecond}
        onChange={(checked) => {
          setSecond(checked)
          onSecond(checked)
        }}
      >
        {t('outcome.second')}
      </Checkbox>
    </div>
  )
}
