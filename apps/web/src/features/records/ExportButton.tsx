import { Button } from '@x/ui/button'
import { Progress } from '@x/ui/progress'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './records.module.css'
import type { CsvExport } from './useCsvExport.ts'

/** Starts an export; while it runs, how far it is, and a way to give up. */
export function ExportButton({ progress, run, stop }: CsvExport) {
  const t = usePageMessages()
  if (!progress)
    return (
      <Button size="small" onClick={() => void run()}>
        {t('records.csv')}
      </Button>
    )
  const { done, total } = progress
  return (
    <div className={styles['export']} role="status">
      <Progress
        label={t('records.csv')}
        size="small"
        {...(total ? { value: done, max: total } : {})}
      />
      <span>
        {total ? t('records.readOf', { done, total }) : t('records.read', { count: done })}
      </span>
      <Button size="small" variant="ghost" onClick={stop}>
        {t('orders.cancel')}
      </Button>
    </div>
  )
}
