// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721 as OpenZeppelinErc721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC721A} from "erc721a/contracts/ERC721A.sol";
import {ERC721 as SoladyErc721} from "solady/src/tokens/ERC721.sol";

/// @notice The same marketplace on a well-known ERC-721 each: a metadata digest and a royalty per token in a slot each, a
/// minter and a settler, sales signed by the seller, a used signature remembered.
abstract contract Rival is EIP712 {
    struct Item {
        address to;
        uint256 digest;
        address creator;
        uint96 royaltyBps;
    }

    struct Sale {
        uint256 tokenId;
        address buyer;
        uint256 priceUsdCents;
        uint256 expiry;
        bytes32 r;
        bytes32 vs;
    }

    struct Royalty {
        address creator;
        uint96 bps;
    }

    bytes32 private constant LISTING_TYPEHASH =
        keccak256("Listing(address seller,uint256 tokenId,address buyer,uint256 priceUsdCents,uint256 expiry)");

    mapping(uint256 tokenId => uint256) public digests;
    mapping(uint256 tokenId => Royalty) public royalties;
    mapping(bytes32 listing => bool) public isConsumed;
    mapping(address account => bool) public isOperator;

    event Sold(uint256 indexed tokenId, uint256 priceUsdCents);

    constructor() EIP712("Rival", "1") {
        isOperator[msg.sender] = true;
    }

    modifier onlyOperator() {
        require(isOperator[msg.sender]);
        _;
    }

    function mintBatch(Item[] calldata items) external onlyOperator {
        for (uint256 i; i < items.length; ++i) {
            uint256 id = _mintNext(items[i].to);
            digests[id] = items[i].digest;
            royalties[id] = Royalty(items[i].creator, items[i].royaltyBps);
        }
    }

    function settleBatch(Sale[] calldata sales) external onlyOperator {
        for (uint256 i; i < sales.length; ++i) {
            Sale calldata sale = sales[i];
            require(block.timestamp <= sale.expiry);
            address seller = _ownerOfToken(sale.tokenId);
            bytes32 digest = listingDigest(seller, sale.tokenId, sale.buyer, sale.priceUsdCents, sale.expiry);
            require(!isConsumed[digest]);
            isConsumed[digest] = true;
            require(ECDSA.recover(digest, sale.r, sale.vs) == seller);
            _moveToken(seller, sale.buyer, sale.tokenId);
            emit Sold(sale.tokenId, sale.priceUsdCents);
        }
    }

    function cancel(uint256 tokenId, address buyer, uint256 priceUsdCents, uint256 expiry) external {
        isConsumed[listingDigest(msg.sender, tokenId, buyer, priceUsdCents, expiry)] = true;
    }

    function listingDigest(address seller, uint256 tokenId, address buyer, uint256 priceUsdCents, uint256 expiry)
        public
        view
        returns (bytes32)
    {
        return _hashTypedDataV4(keccak256(abi.encode(LISTING_TYPEHASH, seller, tokenId, buyer, priceUsdCents, expiry)));
    }

    function _mintNext(address to) internal virtual returns (uint256 id);
    function _ownerOfToken(uint256 id) internal view virtual returns (address);
    function _moveToken(address from, address to, uint256 id) internal virtual;
}

contract OpenZeppelinRival is Rival, OpenZeppelinErc721 {
    uint256 private _lastId;

    constructor() OpenZeppelinErc721("Rival", "RIVAL") {}

    function _mintNext(address to) internal override returns (uint256 id) {
        id = ++_lastId;
        _mint(to, id);
    }

    function _ownerOfToken(uint256 id) internal view override returns (address) {
        return ownerOf(id);
    }

    function _moveToken(address from, address to, uint256 id) internal override {
        _transfer(from, to, id);
    }
}

contract SoladyRival is Rival, SoladyErc721 {
    uint256 private _lastId;

    function name() public pure override returns (string memory) {
        return "Rival";
    }

    function symbol() public pure override returns (string memory) {
        return "RIVAL";
    }

    function tokenURI(uint256) public pure override returns (string memory) {
        return "";
    }

    function _mintNext(address to) internal override returns (uint256 id) {
        id = ++_lastId;
        _mint(to, id);
    }

    function _ownerOfToken(uint256 id) internal view override returns (address) {
        return ownerOf(id);
    }

    function _moveToken(address from, address to, uint256 id) internal override {
        _transfer(from, to, id);
    }
}

contract Erc721aRival is Rival, ERC721A {
    constructor() ERC721A("Rival", "RIVAL") {}

    function _mintNext(address to) internal override returns (uint256 id) {
        id = _nextTokenId();
        _mint(to, 1);
    }

    function _ownerOfToken(uint256 id) internal view override returns (address) {
        return ownerOf(id);
    }

    /// @dev ERC721A checks approvals itself and has no internal transfer: the caller is approved for the moment.
    function _moveToken(address from, address to, uint256 id) internal override {
        _approve(msg.sender, id, false);
        transferFrom(from, to, id);
    }
}
