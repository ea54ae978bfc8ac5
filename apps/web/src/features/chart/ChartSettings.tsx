import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { ChartTexts } from '../../lib/lazy/ChartTexts.tsx'
import { useChartMessages } from '../../lib/messages/messages.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './chart.module.css'
import { CandlePriceChoice } from './CandlePriceChoice.tsx'
import { PRICE_SCALES, readScale } from './chartLook.ts'
import { TIME_ZONES } from './timeZones.ts'
import { CHART_COUNTS, type ChartCount, type ChartView, readCount } from './chartView.ts'
import type { ChartInterval } from './intervals.ts'
import { PairSelect, PairsOf, pairName } from './PairSelect.tsx'
import { TemplateList } from './templates/TemplateList.tsx'
import type { ChartChoices } from './useChartChoice.ts'

interface ChartSettingsProps extends ChartChoices {
  readonly spec: SpotSymbol
  readonly view: ChartView
  readonly interval: ChartInterval
  readonly onView: (part: Partial<ChartView>) => void
}

const OWN_ZONE = 'own'

/** What a trader sets of a chart once: scale, time zone, comparison, marks and templates. */
export default function ChartSettings(props: ChartSettingsProps) {
  return (
    <ChartTexts>
      <Settings {...props} />
    </ChartTexts>
  )
}

function Settings(props: ChartSettingsProps) {
  const { choice, change, view, onView } = props
  const t = useChartMessages()
  const isUser = Boolean(useAppSelector(selectUser))
  const { scale, timeZone, showsFills } = choice
  return (
    <div className={styles['settings']}>
      <div className={styles['setting']}>
        <span>{t('chart.scale')}</span>
        <SegmentedControl
          aria-label={t('chart.scale')}
          size="small"
          block
          value={scale}
          onChange={(next) => change({ scale: next })}
          segments={PRICE_SCALES.map((each) => ({
            value: each,
            label: t(`chart.scale.${each}`),
          }))}
        />
      </div>
      {props.spec.symbol.includes('/') ? <CandlePriceChoice {...props} /> : null}
      <Select
        label={t('chart.timezone')}
        value={timeZone ?? OWN_ZONE}
        onChange={(key) => change({ timeZone: key === null || key === OWN_ZONE ? undefined : key })}
        options={[
          { value: OWN_ZONE, label: `${t('chart.ownZone')} · ${zoneName(undefined)}` },
          ...TIME_ZONES.map((key) => ({
            value: key as string,
            label: `${key.replace('_', ' ')} · ${zoneName(key)}`,
          })),
        ]}
      />
      <ComparisonSelect {...props} />
      {isUser ? (
        <Switch checked={showsFills} onChange={(next) => change({ showsFills: next })}>
          {t('chart.fills')}
        </Switch>
      ) : null}
      <ChartCountChoice view={view} onView={onView} />
      <TemplateList {...props} />
    </div>
  )
}

function ComparisonSelect({ spec, choice: { comparison }, change }: ChartSettingsProps) {
  const t = useChartMessages()
  const { storage } = useServices()
  return (
    <PairsOf spec={spec}>
      {(pairs) => (
        <PairSelect
          label={t('chart.compareWith', { pair: pairName(spec) })}
          pairs={pairs.filter(({ symbol }) => symbol !== spec.symbol)}
          value={comparison?.symbol ?? null}
          clearable
          onChange={(pair) =>
            change(
              pair
                ? // Two courses are compared in percent.
                  { comparison: { symbol: pair.symbol, name: pairName(pair) }, scale: 'percentage' }
                : {
                    comparison: undefined,
                    scale: readScale(storage.get(STORAGE_KEYS.chartScale)),
                  },
            )
          }
        />
      )}
    </PairsOf>
  )
}

/** A phone has space for one. */
function ChartCountChoice({ view, onView }: Pick<ChartSettingsProps, 'view' | 'onView'>) {
  const t = useChartMessages()
  const { storage } = useServices()
  const isPhone = useMedia(PHONE)
  if (isPhone) return null
  return (
    <div className={styles['setting']}>
      <span>{t('chart.charts')}</span>
      <SegmentedControl
        aria-label={t('chart.charts')}
        size="small"
        block
        value={String(view.count) as `${ChartCount}`}
        onChange={(key) => {
          storage.set(STORAGE_KEYS.chartCount, key)
          onView({ count: readCount(key) })
        }}
        segments={CHART_COUNTS.map((count) => ({
          value: `${count}` as const,
          label: t(`chart.charts.${count}`),
        }))}
      />
    </div>
  )
}

/** `UTC+3`, as it is now; the device's own zone where none is chosen. */
function zoneName(timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')
  return (parts?.value ?? 'UTC').replace('GMT', 'UTC')
}
