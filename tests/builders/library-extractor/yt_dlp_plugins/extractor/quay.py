"""A made-up site for yt-dlp whose descriptions come from a test's server: `quay:HOST:PORT/NAME` reads /describe/NAME there. A channel must
have a web address, so the channel's page is http://HOST:PORT/about; it reads /describe/about."""
from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import ExtractorError


class QuayIE(InfoExtractor):
    _VALID_URL = r'(?:quay:(?=127)|http://(?=[\d.:]+/about$))(?P<host>127\.0\.0\.1:\d+)/(?P<id>[\w-]+)'

    def _real_extract(self, url):
        host, name = self._match_valid_url(url).group('host', 'id')
        info = self._download_json(f'http://{host}/describe/{name}', name)
        if 'error' in info:
            raise ExtractorError(info['error'], expected=True)
        if 'entries' not in info:
            return info
        entries = [self.url_result(f'quay:{host}/{entry["id"]}', QuayIE, entry['id'], entry.get('title')) for entry in info.pop('entries')]
        return {**info, '_type': 'playlist', 'entries': entries}
