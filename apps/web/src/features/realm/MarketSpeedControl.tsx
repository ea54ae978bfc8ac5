import { Button, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Pause, Play, StepForward } from 'lucide-react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useChangeMarketSpeed, useMarketSpeed } from '../../data/paper/api.ts'
import styles from './realm.module.css'

const SPEEDS = ['1', '10'] as const
/** Another tab, or another trader of this gateway, may have changed it. */
const POLL_MS = 10_000

export interface MarketSpeedControlProps {
  /** In a strip, where the name does not fit a narrow screen. */
  readonly isSlim?: boolean
}

/**
 * The paper trader's hold on the market: how fast it goes, whether it stands, one step. Nothing
 * where the gateway does not allow it.
 */
export default function MarketSpeedControl(props: MarketSpeedControlProps) {
  return (
    <PageTexts>
      <MarketSpeed {...props} />
    </PageTexts>
  )
}

function MarketSpeed({ isSlim = false }: MarketSpeedControlProps) {
  const t = usePageMessages()
  const { data: marketSpeed } = useMarketSpeed({ pollMs: POLL_MS })
  const [change, { isLoading }] = useChangeMarketSpeed()
  if (!marketSpeed?.controllable) return null
  const { paused, speed } = marketSpeed
  return (
    <div
      className={styles['marketSpeed']}
      role="group"
      aria-label={t('paper.marketSpeed')}
      data-paused={paused || undefined}
      data-slim={isSlim || undefined}
    >
      <span className={styles['marketSpeedName']} aria-live="polite">
        {paused ? t('paper.paused') : t('paper.marketSpeed')}
      </span>
      <SegmentedControl
        aria-label={t('paper.speed')}
        size="mini"
        value={SPEEDS.find((known) => known === speed) ?? '1'}
        onChange={(next) => void change({ action: 'speed', speed: next })}
        segments={SPEEDS.map((key) => ({ value: key, label: t('paper.times', { speed: key }) }))}
      />
      {paused ? (
        <Button
          size="mini"
          variant="primary"
          startIcon={<Icon of={Play} size={14} />}
          loading={isLoading}
          onClick={() => void change({ action: 'resume' })}
        >
          {t('paper.resume')}
        </Button>
      ) : (
        <IconButton
          size="mini"
          icon={<Icon of={Pause} size={14} />}
          label={t('paper.pause')}
          disabled={isLoading}
          onClick={() => void change({ action: 'pause' })}
        />
      )}
      <IconButton
        size="mini"
        icon={<Icon of={StepForward} size={14} />}
        label={t('paper.step')}
        disabled={isLoading}
        onClick={() => void change({ action: 'step' })}
      />
    </div>
  )
}
