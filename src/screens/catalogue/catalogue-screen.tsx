// /_catalogue: components of the interface in their states and themes, for developers. The screen exists only in a build made with
// STOWAWAY_DEV=1. Choices made here are not stored.
import { useState, type ReactNode } from 'react';
import { catalogueTexts as texts } from '../../texts/catalogue.ts';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { shellTexts } from '../../texts/shell.ts';
import { applyTheme, readCustom } from '../../theme/apply-theme.ts';
import { customAccents, customBases, themeNames, type Theme } from '../../theme/themes.ts';
import { Banner, type BannerTone } from '../../ui/banner.tsx';
import { Button, type ButtonSize, type ButtonTone } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon, iconNames } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CardSkeleton, ChannelSkeleton, LineSkeleton } from '../../ui/skeleton.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { CardSamples, ChannelSamples, PlaylistSamples } from './card-samples.tsx';
import styles from './catalogue-screen.module.css';

const tones = Object.keys(texts.tones) as ButtonTone[];
const sizes = Object.keys(texts.sizes) as ButtonSize[];
const tagTones = Object.keys(texts.tagTones) as TagTone[];
const bannerTones: BannerTone[] = ['plain', 'waiting', 'warn', 'accent', 'danger', 'saved'];
const paginationSample = {
  current_page: 6,
  prev_pages: [2, 3, 4, 5],
  next_pages: [7, 8, 9],
  last_page: 833,
  max_hits: true,
  page_size: 12,
  total_hits: 10_000,
};

export function CatalogueScreen() {
  return (
    <div className={styles['page']}>
      <PageTitle title={texts.title} documentTitle={shellTexts.pageTitle(texts.title)} />
      <h1>{texts.title}</h1>
      <Themes />
      <Block title={texts.buttons}>
        {sizes.map((size) => (
          <div key={size} className={styles['row']}>
            {tones.map((tone) => (
              <span key={tone} className={tone === 'overlay' ? styles['picture'] : undefined}>
                <Button tone={tone} size={size} icon="eye">
                  {texts.tones[tone]}
                </Button>
              </span>
            ))}
            <Button size={size} disabled>
              {texts.disabled}
            </Button>
          </div>
        ))}
      </Block>
      <Block title={texts.tags}>
        {[false, true].map((isSoft) => (
          <div key={String(isSoft)} className={styles['row']}>
            {tagTones.map((tone) => (
              <Tag key={tone} tone={tone} isSoft={isSoft}>
                {texts.tagTones[tone]}
              </Tag>
            ))}
          </div>
        ))}
      </Block>
      <Filters />
      <Block title={texts.banners}>
        {bannerTones.map((tone) => (
          <Banner key={tone} tone={tone} icon="info" title={texts.bannerTitle} text={texts.bannerText} onDismiss={() => {}} />
        ))}
      </Block>
      <Block title={texts.cards}>
        <CardSamples variant="grid" />
      </Block>
      <Block title={texts.rows}>
        <CardSamples variant="rows" />
      </Block>
      <Block title={texts.channels}>
        <ChannelSamples />
      </Block>
      <Block title={texts.playlists}>
        <PlaylistSamples variant="grid" />
        <PlaylistSamples variant="rows" />
      </Block>
      <Block title={texts.skeletons}>
        <CardSkeleton />
        <ChannelSkeleton />
        <LineSkeleton />
      </Block>
      <Block title={texts.empty}>
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} action={<Button>{texts.yes}</Button>} />
      </Block>
      <Block title={texts.pages}>
        <Pagination facts={paginationSample} />
      </Block>
      <Overlays />
      <Block title={texts.icons}>
        <div className={styles['row']}>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Block>
    </div>
  );
}

function Themes() {
  const [theme, setTheme] = useState<Theme>(() => ({ name: 'dark', ...readCustom() }));
  function show(change: Partial<Theme>): void {
    const nextTheme = { ...theme, ...change };
    setTheme(nextTheme);
    applyTheme(nextTheme);
  }
  return (
    <Block title={texts.theme}>
      <div className={styles['row']}>
        <Segmented
          label={texts.theme}
          options={themeNames.map((value) => ({ value, label: accountSheetTexts.schemes[value] }))}
          value={theme.name}
          onChange={(name) => show({ name })}
        />
        <Segmented
          label={texts.base}
          options={customBases.map((value) => ({ value, label: accountSheetTexts.bases[value] }))}
          value={theme.base}
          onChange={(base) => show({ name: 'custom', base })}
        />
        <Segmented
          label={texts.accent}
          options={customAccents.map((value) => ({ value, label: accountSheetTexts.accents[value] }))}
          value={theme.accent}
          onChange={(accent) => show({ name: 'custom', accent })}
        />
      </div>
    </Block>
  );
}

function Filters() {
  const [chosenSegment, setChosenSegment] = useState<string>(texts.segments[0]);
  return (
    <Block title={texts.chips}>
      <div className={styles['row']}>
        {texts.segments.map((segment) => (
          <Chip key={segment} isOn={segment === chosenSegment} icon="eye" onClick={() => setChosenSegment(segment)}>
            {segment}
          </Chip>
        ))}
        <Segmented label={texts.chips} options={texts.segments.map((value) => ({ value, label: value }))} value={chosenSegment} onChange={setChosenSegment} />
      </div>
    </Block>
  );
}

function Overlays() {
  const [openOverlay, setOpenOverlay] = useState<'none' | 'sheet' | 'question'>('none');
  const showToast = useToast();
  const close = () => setOpenOverlay('none');
  return (
    <Block title={texts.sheet}>
      <div className={styles['row']}>
        <Button onClick={() => setOpenOverlay('sheet')}>{texts.openSheet}</Button>
        <Button onClick={() => setOpenOverlay('question')}>{texts.openQuestion}</Button>
        <Button onClick={() => showToast({ text: texts.toast, onUndo: () => {} })}>{texts.showToast}</Button>
      </div>
      {openOverlay === 'sheet' ? (
        <Sheet title={texts.openSheet} foot={<Button onClick={close}>{texts.yes}</Button>} onClose={close}>
          {texts.emptyText}
        </Sheet>
      ) : null}
      {openOverlay === 'question' ? (
        <ConfirmDialog
          question={texts.question}
          consequence={texts.consequence}
          answers={[{ label: texts.yes, tone: 'danger-fill', onChoose: close }]}
          onCancel={close}
        />
      ) : null}
    </Block>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['block']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
