import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import {
  Eraser,
  Eye,
  EyeOff,
  GitFork,
  Lock,
  LockOpen,
  Magnet,
  Redo,
  Rows4,
  Ruler,
  Shapes,
  Slash,
  Trash2,
  Type,
  Undo,
} from 'lucide-react'
import { useTerminalMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './chart.module.css'
import { TerminalTexts } from '../../lib/lazy/TerminalTexts.tsx'
import {
  DRAWING_GROUPS,
  type DrawingGroup,
  type DrawingName,
  DRAWINGS,
  MOST_LETTERS,
} from './drawings.ts'
import type { DrawingModes } from './chartChoice.ts'
import type { ChartChoices } from './useChartChoice.ts'

const GROUP_ICONS: Readonly<Record<DrawingGroup, typeof Slash>> = {
  lines: Slash,
  channels: GitFork,
  fibonacci: Rows4,
  shapes: Shapes,
  measures: Ruler,
  notes: Type,
}
const GROUPS = Object.keys(DRAWING_GROUPS) as readonly DrawingGroup[]

/** The drawing tools at the side of the candles. */
export default function ToolRail(props: ChartChoices) {
  return (
    <TerminalTexts>
      <Rail {...props} />
    </TerminalTexts>
  )
}

function Rail(choices: ChartChoices) {
  const t = useTerminalMessages()
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('chart.drawings')}
      className={styles['rail']}
    >
      {GROUPS.map((group) => (
        <GroupMenu key={group} group={group} {...choices} />
      ))}
      <Modes {...choices} />
      <Steps {...choices} />
    </div>
  )
}

function GroupMenu({ group, choice, act }: ChartChoices & { readonly group: DrawingGroup }) {
  const t = useTerminalMessages()
  const { dialogs } = useServices()
  const { drawing } = choice
  const draw = async (key: string) => {
    const tool = DRAWINGS.find((each) => each === key)
    if (!tool) return
    if (tool !== 'note') return act({ kind: 'draw', tool })
    const answer = await dialogs.prompt({
      title: t('chart.drawing.note'),
      label: t('chart.noteText'),
      check: (value) =>
        (value.trim() !== '' && value.length <= MOST_LETTERS) || t('chart.noteShape'),
    })
    if ('value' in answer && answer.value) act({ kind: 'draw', tool, text: answer.value.trim() })
  }
  const tools: readonly DrawingName[] = DRAWING_GROUPS[group]
  const isLatest = drawing?.kind === 'draw' && tools.includes(drawing.tool)
  return (
    <Menu
      label={t(`chart.group.${group}`)}
      onAction={(key) => void draw(key)}
      items={tools.map((tool) => ({ key: tool, label: t(`chart.drawing.${tool}`) }))}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          data-latest={isLatest || undefined}
          icon={<Icon of={GROUP_ICONS[group]} size={16} />}
          label={t(`chart.group.${group}`)}
        />
      )}
    />
  )
}

function Modes({ choice: { modes }, change }: ChartChoices) {
  const t = useTerminalMessages()
  const mode = (name: keyof DrawingModes, icon: typeof Slash, label: string) => (
    <IconButton
      key={name}
      size="small"
      aria-pressed={modes[name]}
      icon={<Icon of={icon} size={16} />}
      label={label}
      onClick={() => change({ modes: { ...modes, [name]: !modes[name] } })}
    />
  )
  return (
    <span className={styles['railGroup']}>
      {mode('magnet', Magnet, t('chart.magnet'))}
      {mode('locked', modes.locked ? Lock : LockOpen, t('chart.lock'))}
      {mode('hidden', modes.hidden ? EyeOff : Eye, t('chart.hide'))}
      {mode('erases', Eraser, t('chart.erase'))}
    </span>
  )
}

function Steps({ act }: ChartChoices) {
  const t = useTerminalMessages()
  return (
    <span className={styles['railGroup']}>
      <IconButton
        size="small"
        icon={<Icon of={Undo} size={16} />}
        label={t('chart.undo')}
        onClick={() => act({ kind: 'undo' })}
      />
      <IconButton
        size="small"
        icon={<Icon of={Redo} size={16} />}
        label={t('chart.redo')}
        onClick={() => act({ kind: 'redo' })}
      />
      <IconButton
        size="small"
        icon={<Icon of={Trash2} size={16} />}
        label={t('chart.clear')}
        onClick={() => act({ kind: 'clear' })}
      />
    </span>
  )
}
