import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Повідомлення',
  timeout: 'Час очікування запиту вичерпано!',
  expired: 'Термін дії входу закінчився, увійдіть знову',
  loginRequired: 'Увійдіть, щоб відкрити цю сторінку',
  systemBusy: 'Система зайнята',
  notFound: 'Помилка запиту',
  forbidden: 'Запит заборонено',
}
