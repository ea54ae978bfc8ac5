import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { ChartTexts } from '../../lib/lazy/ChartTexts.tsx'
import { useChartMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import styles from './chart.module.css'
import type { ChartInterval } from './intervals.ts'
import { addOwnInterval, intervalsWith, readOwnInterval, readOwnIntervals } from './ownIntervals.ts'

export interface IntervalListProps {
  readonly interval: ChartInterval
  readonly onInterval: (interval: ChartInterval) => void
}

/** All intervals, and a field for one of the trader's own. */
export default function IntervalList(props: IntervalListProps) {
  return (
    <ChartTexts>
      <Intervals {...props} />
    </ChartTexts>
  )
}

function Intervals({ interval, onInterval }: IntervalListProps) {
  const t = useChartMessages()
  const { storage } = useServices()
  const [stored, setStored] = useState(() => storage.get(STORAGE_KEYS.chartIntervals))
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const read = readOwnInterval(typed)
    setRefused(read === undefined)
    if (read === undefined) return
    // Another list of this page may have added one.
    const next = addOwnInterval(storage.get(STORAGE_KEYS.chartIntervals), read)
    storage.set(STORAGE_KEYS.chartIntervals, next)
    setStored(next)
    setTyped('')
    onInterval(read)
  }
  return (
    <div className={styles['intervals']}>
      <div role="group" aria-label={t('chart.interval')} className={styles['intervalGrid']}>
        {intervalsWith(readOwnIntervals(stored)).map((each) => (
          <Button
            key={each}
            size="mini"
            variant={each === interval ? 'primary' : 'ghost'}
            aria-pressed={each === interval}
            onClick={() => onInterval(each)}
          >
            <bdi>{each}</bdi>
          </Button>
        ))}
      </div>
      <form className={styles['intervalForm']} noValidate onSubmit={add}>
        <TextField
          label={t('chart.ownInterval')}
          help={t('chart.intervalShape')}
          error={isRefused ? t('chart.intervalShape') : undefined}
          value={typed}
          maxLength={8}
          onChange={(text) => {
            setTyped(text)
            setRefused(false)
          }}
        />
        <Button type="submit" block>
          {t('chart.addInterval')}
        </Button>
      </form>
    </div>
  )
}
