import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Info',
  timeout: 'Waktu permintaan habis!',
  expired: 'Sesi masuk telah berakhir, silakan masuk lagi',
  loginvalid: 'Silakan masuk untuk mengakses',
  unknow: 'Sistem sedang sibuk',
  notfound: 'Permintaan gagal',
  forbidden: 'Permintaan tidak diizinkan',
}
