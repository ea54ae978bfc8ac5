import styles from './product.module.css'

interface ProductIntroProps {
  readonly title: string
  readonly texts: readonly string[]
}

/** What a product is, for a guest, who sees nothing else of it. */
export const ProductIntro = ({ title, texts }: ProductIntroProps) => (
  <div className={styles['page']}>
    <header className={styles['head']}>
      <h1 className={styles['title']}>{title}</h1>
      {texts.map((text) => (
        <p key={text} className={styles['note']}>
          {text}
        </p>
      ))}
    </header>
  </div>
)
