import { Button, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import { Popover, type PopoverProps } from '@x/ui/popover'
import { Spinner } from '@x/ui/skeleton'
import type { Chart } from 'klinecharts'
import {
  Camera,
  ChartCandlestick,
  ChartColumn,
  ChartLine,
  ChartSpline,
  ChevronDown,
  EllipsisVertical,
  Maximize2,
  Minimize2,
  PencilRuler,
  RotateCcw,
  SquareFunction,
  Waves,
} from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, useEffect, useEffectEvent } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useTerminalMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './chart.module.css'
import { CHART_TYPES, type ChartType } from './chartLook.ts'
import { TerminalTexts } from '../../lib/lazy/TerminalTexts.tsx'
import type { ChartInterval } from './intervals.ts'
import type { ChartView } from './chartView.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import type { ChartChoices } from './useChartChoice.ts'

const AlertButton = lazy(() => import('./alerts/AlertButton.tsx'))
const IndicatorList = lazy(() => import('./IndicatorList.tsx'))
const IntervalList = lazy(() => import('./IntervalList.tsx'))
const ChartSettings = lazy(() => import('./ChartSettings.tsx'))

export interface ChartControlsProps extends ChartChoices {
  readonly spec: SpotSymbol
  readonly interval: ChartInterval
  readonly onInterval: (interval: ChartInterval) => void
  /** Pair and interval, for pictures. */
  readonly title: string
  readonly chart: Chart | null
  readonly view: ChartView
  readonly onView: (part: Partial<ChartView>) => void
}

/** A chart without alerts is a chart. */
const NOTHING = () => {}

/** Intervals, type, indicators, settings, drawing tools, depth, picture and size of a chart. */
export default function ChartControls(props: ChartControlsProps) {
  return (
    <TerminalTexts>
      <Controls {...props} />
    </TerminalTexts>
  )
}

function Controls(props: ChartControlsProps) {
  const t = useTerminalMessages()
  const isUser = Boolean(useAppSelector(selectUser))
  return (
    <div className={styles['controls']}>
      <IconPopover label={t('chart.moreIntervals')} icon={ChevronDown}>
        {() => <IntervalList {...props} />}
      </IconPopover>
      <TypeMenu {...props} />
      <IndicatorButton {...props} />
      <IconPopover label={t('chart.settings')} icon={EllipsisVertical}>
        {() => <ChartSettings {...props} />}
      </IconPopover>
      {isUser ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <AlertButton {...props} />
        </OptionalLazyBoundary>
      ) : null}
      <ViewButtons {...props} />
    </div>
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
    <LatePopover
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
      {() => <IndicatorList choice={choice} change={change} />}
    </LatePopover>
  )
}

/** A popup of the bar, whose content comes when it is wanted. */
function LatePopover({
  children,
  ...props
}: PopoverProps & { readonly children: () => ReactNode }) {
  const t = useTerminalMessages()
  return (
    <Popover {...props}>
      {() => (
        <LazyBoundary
          title={t('chart.failed')}
          fallback={<Spinner size={20} label={t('chart.loading')} />}
        >
          {children()}
        </LazyBoundary>
      )}
    </Popover>
  )
}

function IconPopover({
  icon,
  ...props
}: Omit<ComponentProps<typeof LatePopover>, 'trigger'> & { readonly icon: typeof ChartLine }) {
  return (
    <LatePopover
      {...props}
      trigger={(button) => (
        <IconButton
          {...button}
          size="mini"
          icon={<Icon of={icon} size={14} />}
          label={props.label}
        />
      )}
    />
  )
}

function ViewButtons({ title, chart, view, onView }: ChartControlsProps) {
  const t = useTerminalMessages()
  const { toasts } = useServices()
  const takePicture = () =>
    void import('./savePicture.ts').then(
      ({ savePicture }) => chart && savePicture(chart, title),
      () => toasts.error(t('error.other')),
    )
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
        onClick={takePicture}
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
