import { useId, type ReactNode } from 'react'
import { WifiOff } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { ErrorState, EmptyState } from '../empty-state/EmptyState.tsx'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { SkeletonRows } from '../skeleton/Skeleton.tsx'
import type { WidgetProps } from '../WidgetProps.ts'
import { panelView, type PanelStatus } from './panelStatus.ts'
import styles from './panel.module.css'

/** Props of `Panel`. */
export interface PanelProps extends WidgetProps {
  /** Accessible name, shown in the header unless there are `tabs`. */
  readonly title: string
  /** Default `ready`. */
  readonly status?: PanelStatus
  /** A tab list instead of the title. */
  readonly tabs?: ReactNode
  readonly actions?: ReactNode
  /** Content of the loading state, shaped like the real content; default rows. */
  readonly skeleton?: ReactNode
  readonly children?: ReactNode
  /** Hides the header; screen readers still announce the title. Default false. */
  readonly bare?: boolean
  /** Pads the content. Default false, for tables. */
  readonly padded?: boolean
}

/** A section of the screen with a header and its states: loading, empty, stale, error. */
export function Panel({
  title,
  status = { kind: 'ready' },
  tabs,
  actions,
  skeleton,
  children,
  bare = false,
  padded = false,
  id,
  className,
  style,
}: PanelProps) {
  const titleId = useId()
  const view = panelView(status)
  return (
    <section
      id={id}
      className={classNames(styles['panel'], className)}
      style={style}
      data-x-part="panel"
      data-status={status.kind}
      aria-labelledby={tabs || bare ? undefined : titleId}
      aria-label={tabs || bare ? title : undefined}
      aria-busy={status.kind === 'loading' || undefined}
    >
      {bare ? null : (
        <header className={styles['header']} data-tabs={tabs ? true : undefined}>
          {tabs ?? (
            <h2 className={styles['title']} id={titleId}>
              {title}
            </h2>
          )}
          {actions ? <div className={styles['actions']}>{actions}</div> : null}
        </header>
      )}
      {status.kind === 'stale' ? <StaleLine seconds={status.seconds} /> : null}
      <div className={styles['body']} data-padded={padded || undefined} data-x-part="panel-body">
        {view === 'loading' ? (skeleton ?? <SkeletonRows />) : null}
        {status.kind === 'empty' ? (
          <EmptyState action={status.action}>{status.text}</EmptyState>
        ) : null}
        {status.kind === 'error' ? (
          <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId}>
            {status.text}
          </ErrorState>
        ) : null}
        {view === 'content' ? children : null}
      </div>
    </section>
  )
}

function StaleLine({ seconds }: { readonly seconds: number }) {
  const strings = useUiStrings()
  return (
    <p className={styles['stale']} role="status" data-x-part="panel-stale">
      <Icon of={WifiOff} size={14} />
      {strings.stale({ seconds })}
    </p>
  )
}
