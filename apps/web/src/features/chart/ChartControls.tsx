import { Button, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import { Popover } from '@x/ui/popover'
import { Spinner } from '@x/ui/skeleton'
import type { Chart } from 'klinecharts'
import {
  Camera,
  ChartCandlestick,
  ChartColumn,
  ChartLine,
  ChartSpline,
  Maximize2,
  Minimize2,
  PencilRuler,
  RotateCcw,
  Settings2,
  SquareFunction,
  Waves,
} from 'lucide-react'
import { lazy, useEffect, useEffectEvent } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useTerminalMessages } from '../../lib/messages/messages.ts'
import styles from './chart.module.css'
import { CHART_TYPES, type ChartType, PRICE_SCALES } from './chartLook.ts'
import { TerminalTexts } from '../../lib/lazy/TerminalTexts.tsx'
import type { ChartView } from './chartView.ts'
import { savePicture } from './savePicture.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { TIME_ZONES } from './timeZones.ts'
import type { ChartChoices } from './useChartChoice.ts'

const AlertButton = lazy(() => import('./alerts/AlertButton.tsx'))
const IndicatorList = lazy(() => import('./IndicatorList.tsx'))

export interface ChartControlsProps extends ChartChoices {
  readonly spec: SpotSymbol
  /** Pair and interval, for pictures. */
  readonly title: string
  readonly chart: Chart | null
  readonly view: ChartView
  readonly onView: (part: Partial<ChartView>) => void
}

/** A chart without alerts is a chart. */
const NOTHING = () => {}

/** Type, indicators, scale, drawing tools, depth, picture and size of a chart. */
export default function ChartControls(props: ChartControlsProps) {
  const isUser = useAppSelector(selectUser) !== null
  return (
    <TerminalTexts>
      <div className={styles['controls']}>
        <TypeMenu {...props} />
        <IndicatorButton {...props} />
        <SettingsMenu {...props} />
        {isUser ? (
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <AlertButton {...props} />
          </OptionalLazyBoundary>
        ) : null}
        <ViewButtons {...props} />
      </div>
    </TerminalTexts>
  )
}

const TYPE_ICONS: Readonly<Record<ChartType, typeof ChartLine>> = {
  candles: ChartCandlestick,
  hollow: ChartCandlestick,
  heikinAshi: ChartCandlestick,
  bars: ChartColumn,
  line: ChartLine,
  area: ChartSpline,
}

function TypeMenu({ choice: { type }, change }: ChartControlsProps) {
  const t = useTerminalMessages()
  return (
    <Menu
      label={t('chart.type')}
      onAction={(key) => {
        const chosen = CHART_TYPES.find((each) => each === key)
        if (chosen) change({ type: chosen })
      }}
      items={CHART_TYPES.map((each) => ({
        key: each,
        label: t(`chart.type.${each}`),
        icon: <Icon of={TYPE_ICONS[each]} size={14} />,
        checked: each === type,
      }))}
      trigger={(props) => (
        <Button
          {...props}
          size="mini"
          variant="ghost"
          title={t('chart.type')}
          aria-label={`${t('chart.type')}: ${t(`chart.type.${type}`)}`}
          startIcon={<Icon of={TYPE_ICONS[type]} size={14} />}
        >
          <span className={styles['buttonText']}>{t(`chart.type.${type}`)}</span>
        </Button>
      )}
    />
  )
}

function IndicatorButton({ choice, change }: ChartControlsProps) {
  const t = useTerminalMessages()
  const { length } = choice.indicators
  return (
    <Popover
      label={t('chart.indicators')}
      trigger={(props) => (
        <Button
          {...props}
          size="mini"
          variant="ghost"
          title={t('chart.indicators')}
          aria-label={length > 0 ? `${t('chart.indicators')}: ${length}` : t('chart.indicators')}
          startIcon={<Icon of={SquareFunction} size={14} />}
        >
          <span className={styles['buttonText']}>{t('chart.indicators')}</span>
          {length > 0 ? <span className={styles['count']}>{length}</span> : null}
        </Button>
      )}
    >
      {() => (
        <LazyBoundary
          title={t('chart.failed')}
          fallback={<Spinner size={20} label={t('chart.loading')} />}
        >
          <IndicatorList choice={choice} change={change} />
        </LazyBoundary>
      )}
    </Popover>
  )
}

const OWN_ZONE = 'own'

function SettingsMenu({ choice: { scale, timeZone }, change }: ChartControlsProps) {
  const t = useTerminalMessages()
  return (
    <>
      <Menu
        label={t('chart.scale')}
        onAction={(key) => {
          const chosen = PRICE_SCALES.find((each) => each === key)
          if (chosen) change({ scale: chosen })
        }}
        items={PRICE_SCALES.map((each) => ({
          key: each,
          label: t(`chart.scale.${each}`),
          checked: each === scale,
        }))}
        trigger={(props) => (
          <IconButton
            {...props}
            size="mini"
            icon={<Icon of={Settings2} size={14} />}
            label={`${t('chart.scale')}: ${t(`chart.scale.${scale}`)}`}
          />
        )}
      />
      <Menu
        label={t('chart.timezone')}
        onAction={(key) => change({ timeZone: key === OWN_ZONE ? undefined : key })}
        items={[
          { key: OWN_ZONE, label: t('chart.ownZone'), checked: timeZone === undefined },
          ...TIME_ZONES.map((key) => ({
            key,
            label: key.replace('_', ' '),
            checked: key === timeZone,
          })),
        ]}
        trigger={(props) => (
          <Button
            {...props}
            size="mini"
            variant="ghost"
            title={t('chart.timezone')}
            aria-label={`${t('chart.timezone')}: ${zoneName(timeZone)}`}
          >
            <bdi>{zoneName(timeZone)}</bdi>
          </Button>
        )}
      />
    </>
  )
}

/** `UTC+3`, as it is now; the device's own zone where none is chosen. */
function zoneName(timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')
  return (parts?.value ?? 'UTC').replace('GMT', 'UTC')
}

function ViewButtons({ title, chart, view, onView }: ChartControlsProps) {
  const t = useTerminalMessages()
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onView({ isFull: false })
  })
  useEffect(() => {
    if (!view.isFull) return undefined
    const listener = (event: KeyboardEvent) => onEscape(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [view.isFull])
  return (
    <span className={styles['views']}>
      <IconButton
        size="mini"
        aria-pressed={view.hasRail}
        icon={<Icon of={PencilRuler} size={14} />}
        label={t('chart.drawings')}
        onClick={() => onView({ hasRail: !view.hasRail })}
      />
      <IconButton
        size="mini"
        aria-pressed={view.showsDepth}
        icon={<Icon of={Waves} size={14} />}
        label={t('spot.depth')}
        onClick={() => onView({ showsDepth: !view.showsDepth })}
      />
      <IconButton
        size="mini"
        icon={<Icon of={RotateCcw} size={14} />}
        label={t('chart.reset')}
        onClick={() => onView({ resets: view.resets + 1 })}
      />
      <IconButton
        size="mini"
        disabled={!chart}
        icon={<Icon of={Camera} size={14} />}
        label={t('chart.picture')}
        onClick={() => chart && savePicture(chart, title)}
      />
      <IconButton
        size="mini"
        aria-pressed={view.isFull}
        icon={<Icon of={view.isFull ? Minimize2 : Maximize2} size={14} />}
        label={t(view.isFull ? 'chart.leaveFull' : 'chart.full')}
        onClick={() => onView({ isFull: !view.isFull })}
      />
    </span>
  )
}
