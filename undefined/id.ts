// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Verifikasi keamanan',
  hint: 'Geser kepingan ke celahnya',
  slider: 'Posisi kepingan',
  position: (a) => '' + a.x + ' dari ' + a.range,
  confirm: 'Konfirmasi',
  another: 'Gambar lain',
  close: 'Tutup',
  picture: 'Gambar dengan celah berbentuk kepingan puzzle',
  work: 'Verifikasi tanpa puzzle',
  workHelp: 'Perangkat Anda akan melakukan perhitungan sebagai gantinya. Hanya beberapa detik.',
  working: (a) => 'Menghitung, ' + a.percent + '%',
  checking: 'Memeriksa',
  onlyWork: 'Terlalu banyak percobaan puzzle. Silakan verifikasi tanpa puzzle.',
  renewed: 'Kepingan tidak pas. Ini gambar lain.',
  solved: 'Terverifikasi',
  tooMany: 'Terlalu banyak percobaan, silakan tunggu sebentar',
  unavailable: 'Verifikasi tidak dapat dijangkau, silakan coba lagi',
}

export default messages
