import type { CSSProperties, InputHTMLAttributes } from 'react';
import styles from './slider.module.css';

type SliderProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'style' | 'onChange' | 'min' | 'max' | 'value'> & {
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
};

/**
 * A numeric range: a line with a handle large enough for touch. The name comes from a label or `aria-label`, the value text from
 * `aria-valuetext`.
 */
export function Slider({ min, max, value, onChange, ...rest }: SliderProps) {
  const filledPercent = `${((value - min) / Math.max(1, max - min)) * 100}%`;
  return (
    <input
      {...rest}
      type="range"
      min={min}
      max={max}
      value={value}
      className={styles['slider']}
      style={{ '--filled': filledPercent } as CSSProperties}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}
