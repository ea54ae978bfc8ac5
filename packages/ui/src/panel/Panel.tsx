import { useId, type ReactNode } from 'react'
import { WifiOff } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { ErrorState, EmptyState } from '../empty-state/EmptyState.tsx'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { SkeletonRows } from '../skeleton/Skeleton.tsx'
import { faceOf, type PanelStatus } from './panelStatus.ts'
import styles from './panel.module.css'

export interface PanelProps {
  /** The accessible name; drawn in the header unless `tabs` stand there. */
  readonly title: string
  /** Default `ready`. */
  readonly status?: PanelStatus
  /** A tab list in place of the title. */
  readonly tabs?: ReactNode
  readonly actions?: ReactNode
  /** The loading face in the geometry of the content; default rows. */
  readonly skeleton?: ReactNode
  readonly children?: ReactNode
  /** No header at all: the title is spoken only. */
  readonly bare?: boolean
  /** Padding around the content; tables go without. Default false. */
  readonly padded?: boolean
  readonly className?: string | undefined
}

/** A part of the screen with its header and its four faces: loading, empty, stale, error. */
export function Panel({
  title,
  status = { kind: 'ready' },
  tabs,
  actions,
  skeleton,
  children,
  bare = false,
  padded = false,
  className,
}: PanelProps) {
  const id = useId()
  const face = faceOf(status)
  return (
    <section
      className={classNames(styles['panel'], className)}
      data-x-part="panel"
      data-face={status.kind}
      aria-labelledby={tabs || bare ? undefined : id}
      aria-label={tabs || bare ? title : undefined}
      aria-busy={status.kind === 'loading' || undefined}
    >
      {bare ? null : (
        <header className={styles['header']} data-tabs={tabs ? true : undefined}>
          {tabs ?? (
            <h2 className={styles['title']} id={id}>
              {title}
            </h2>
          )}
          {actions ? <div className={styles['actions']}>{actions}</div> : null}
        </header>
      )}
      {status.kind === 'stale' ? <StaleLine seconds={status.seconds} /> : null}
      <div className={styles['body']} data-padded={padded || undefined} data-x-part="panel-body">
        {face === 'loading' ? (skeleton ?? <SkeletonRows />) : null}
        {status.kind === 'empty' ? (
          <EmptyState action={status.action}>{status.text}</EmptyState>
        ) : null}
        {status.kind === 'error' ? (
          <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId}>
            {status.text}
          </ErrorState>
        ) : null}
        {face === 'content' ? children : null}
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
