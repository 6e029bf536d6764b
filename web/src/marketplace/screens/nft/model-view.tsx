import { ModelViewerElement } from '@google/model-viewer'
import { useEffect, useRef } from 'react'

/** `isStill`: it turns by hand alone. */
type ModelViewProps = { src: string; poster: string; alt: string; onError: () => void; isStill?: boolean }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'model-viewer': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Record<string, unknown>
    }
  }
}

// By default it fetches decoders from a CDN: a model that needs them shows its poster instead.
ModelViewerElement.dracoDecoderLocation = '/'
ModelViewerElement.ktx2TranscoderLocation = '/'

/** A 3D NFT to turn and zoom; loaded only on pages that have one (288 kB). */
export function ModelView({ src, poster, alt, onError, isStill }: ModelViewProps) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const viewer = ref.current
    viewer?.addEventListener('error', onError)
    return () => viewer?.removeEventListener('error', onError)
  }, [onError])
  return (
    <model-viewer
      ref={ref}
      src={src}
      poster={poster}
      alt={alt}
      camera-controls=""
      touch-action="pan-y"
      auto-rotate={isStill || matchMedia('(prefers-reduced-motion: reduce)').matches ? undefined : ''}
      shadow-intensity="1"
      style={{ width: '100%', height: '100%', background: 'transparent' }}
    />
  )
}
