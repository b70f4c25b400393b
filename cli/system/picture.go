package system

import (
	"bytes"
	"net/http"

	"pp/cli/exit"
	"pp/engine"
)

// Bounds on the pictures and documents of one prompt, which the services have too.
const (
	mostPicture      = 5 << 20 // bytes of one
	mostPictures     = 20
	mostPictureBytes = 20 << 20 // of all together
)

// pictureType returns the media type of a picture or document, "" for other data. A picture contains a zero byte, so a
// text that begins like one stays a text.
func pictureType(data []byte) string {
	switch kind := http.DetectContentType(data); kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		if bytes.IndexByte(data, 0) >= 0 {
			return kind
		}
	case engine.PDF:
		return kind
	}
	return ""
}

// picture is a picture within the bounds.
func (l *InputLimits) picture(name string, p engine.Picture) (Data, error) {
	shrink := "make it smaller, as in: magick FILE -resize 1568x1568 small.jpg"
	if p.Type == engine.PDF {
		shrink = "give fewer pages, as in: qpdf FILE --pages . 1-10 -- part.pdf; or its text: pdftotext FILE"
	}
	switch {
	case len(p.Data) > mostPicture:
		return Data{}, exit.DataError(shrink, "%s is larger than %s, the most for a picture or a PDF", name,
			size(mostPicture))
	case l.pictures == mostPictures:
		return Data{}, exit.DataError("give the others with the next prompt (-c)",
			"%s is one picture too many: a prompt has at most %d", name, mostPictures)
	case l.pictureBytes+len(p.Data) > mostPictureBytes:
		return Data{}, exit.DataError(shrink, "the pictures up to %s are larger than %s together", name,
			size(mostPictureBytes))
	}
	l.pictures++
	l.pictureBytes += len(p.Data)
	return Data{Label: name, Picture: p}, nil
}
