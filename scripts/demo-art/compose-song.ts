const RATE_HZ = 24_000
const SECONDS = 12
const BEAT_S = 0.5
const HEADER_BYTES = 44

type Note = {
  startS: number
  lengthS: number
  pitch: number
  loudness: number
  voice: readonly number[]
  decayS: number
}

/** Shares of the overtones: what makes one voice a bell and another a bass. */
const BELL = [1, 0.15, 0.42, 0.06, 0.12]
const PAD = [1, 0.5, 0.22, 0.1]
const BASS = [1, 0.6, 0.16]
/** Four bars as MIDI pitches, the root first: F major 7, D minor 9, B flat major 7, C with a fourth, and home again. */
const CHORDS = [
  [41, 60, 64, 69],
  [38, 60, 65, 76],
  [46, 62, 65, 69],
  [36, 60, 65, 67],
  [41, 60, 64, 69],
  [41, 60, 64, 72],
]
const ARPEGGIO = [1, 3, 2, 3]

/** A slow piece for bell, pad and bass with an echo, as 16-bit WAV. */
export function composeSong(): Buffer {
  const samples = new Float32Array(RATE_HZ * SECONDS)
  for (const note of CHORDS.flatMap(writeBar)) play(samples, note)
  echo(samples, 0.375, 0.34)
  return toWav(samples)
}

/** A bar is four beats of eighths; the last bar only rings out. */
function writeBar(chord: number[], bar: number): Note[] {
  const startS = bar * 4 * BEAT_S
  const [root = 0, ...tones] = chord
  const isLast = bar === CHORDS.length - 1
  const held = { startS, lengthS: 4 * BEAT_S + 0.6 }
  const bells = isLast ? [0] : [0, 1, 2, 3, 4, 5, 6, 7]
  return [
    { ...held, pitch: root, loudness: 0.3, voice: BASS, decayS: 1.6 },
    ...tones.map((pitch) => ({ ...held, pitch, loudness: 0.055, voice: PAD, decayS: 6 })),
    ...bells.map((eighth) => ({
      startS: startS + (eighth * BEAT_S) / 2,
      lengthS: 1.6,
      pitch: 12 + (chord[ARPEGGIO[eighth % 4] as number] as number),
      loudness: eighth % 4 === 0 ? 0.17 : 0.11,
      voice: BELL,
      decayS: 0.45,
    })),
  ]
}

function play(samples: Float32Array, { startS, lengthS, pitch, loudness, voice, decayS }: Note): void {
  const frequency = 440 * 2 ** ((pitch - 69) / 12)
  const first = Math.round(startS * RATE_HZ)
  const last = Math.min(samples.length, first + Math.round(lengthS * RATE_HZ))
  const attackS = decayS > 2 ? 0.5 : 0.006
  for (let at = first; at < last; at++) {
    const t = (at - first) / RATE_HZ
    const envelope = Math.min(1, t / attackS, (last - at) / RATE_HZ / 0.25) * Math.exp(-t / decayS)
    const phase = 2 * Math.PI * frequency * t
    let wave = 0
    for (let overtone = 0; overtone < voice.length; overtone++)
      wave += (voice[overtone] as number) * Math.sin(phase * (overtone + 1))
    samples[at] = (samples[at] as number) + loudness * envelope * wave
  }
}

function echo(samples: Float32Array, delayS: number, share: number): void {
  const delay = Math.round(delayS * RATE_HZ)
  for (let at = delay; at < samples.length; at++)
    samples[at] = (samples[at] as number) + share * (samples[at - delay] as number)
}

/** Fades out at its end; loud places are rounded off instead of cut. */
function toWav(samples: Float32Array): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + samples.length * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE_HZ, 24)
  wav.writeUInt32LE(RATE_HZ * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples.length * 2, 40)
  for (const [at, sample] of samples.entries()) {
    const fade = Math.min(1, (samples.length - at) / RATE_HZ / 1.5)
    wav.writeInt16LE(Math.round(32_767 * Math.tanh(sample * 1.3) * fade), HEADER_BYTES + at * 2)
  }
  return wav
}
