import { useEffect, useRef, useState } from 'react';
import { browserDecoder, undecodable, type StreamFacts } from './playability.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The codec of the file that this device lacks, once that is known; the engine is told to give up. */
export function useUndecodable(
  engine: PlayerEngine | null,
  element: HTMLVideoElement | null,
  file: { url: string; streams: readonly StreamFacts[] } | null,
): string | null {
  const [codec, setCodec] = useState<string | null>(null);
  const url = file?.url;
  const latest = useRef(file);
  latest.current = file;
  useEffect(() => {
    const opened = latest.current;
    if (!engine || !element || !opened || url === undefined) return undefined;
    let isAbandoned = false;
    // Asked beside loading, not before it: the answer is nearly always yes.
    void undecodable(opened.streams, browserDecoder(element)).then((stream) => {
      if (isAbandoned || !stream) return;
      setCodec(stream.codec);
      engine.refuse('unplayable');
    });
    return () => {
      isAbandoned = true;
    };
  }, [engine, element, url]);
  return codec;
}
