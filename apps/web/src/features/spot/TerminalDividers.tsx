import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './terminal.module.css'
import { PANELS, type Panel, type TerminalLayout } from './terminalLayout.ts'
import { useDivider } from './useDivider.ts'

export interface TerminalDividersProps {
  readonly layout: TerminalLayout
  readonly change: (part: Partial<TerminalLayout>) => void
}

/**
 * Between the panels of the terminal; with their texts, which nobody reads before a hand is there.
 */
export default function TerminalDividers({ layout, change }: TerminalDividersProps) {
  return (
    <PageTexts>
      {PANELS.map((panel) => (
        <Divider
          key={panel}
          panel={panel}
          layout={layout}
          onChange={(size) => change({ [panel]: size })}
        />
      ))}
    </PageTexts>
  )
}

/**
 * Dragged, moved by arrow keys; a double press or Enter gives the panel back the size of the
 * composition.
 */
function Divider({
  panel,
  layout,
  onChange,
}: {
  readonly panel: Panel
  readonly layout: TerminalLayout
  readonly onChange: (size: number | undefined) => void
}) {
  const t = usePageMessages()
  const { shown, props } = useDivider({ panel, layout, onChange })
  return (
    <div className={styles['edge']} data-panel={panel}>
      {/* A separator that can be focused is a widget (ARIA 1.2). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        {...props}
        role="separator"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        aria-label={t(`layout.divider.${panel}`)}
        aria-orientation={panel === 'orders' ? 'horizontal' : 'vertical'}
        aria-valuemin={shown?.least}
        aria-valuemax={shown?.most}
        aria-valuenow={shown?.size ?? 0}
        aria-valuetext={t('layout.pixels', { count: shown?.size ?? 0 })}
        className={styles['divider']}
      />
    </div>
  )
}
